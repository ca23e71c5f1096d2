package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"luminos/internal/model"
	"luminos/internal/settings"
	"luminos/internal/words"
)

// prices returns the program's table of prices, in which rows of the user's prices.json and then of the user's
// luminos.toml replace rows for the same model. If regional is set, the program's prices include the surcharge of
// regions.
func (c *config) prices(regional bool) (*model.Prices, error) {
	prices := model.ListPrices()
	if regional {
		prices = prices.Regional()
	}
	file := c.file("prices.json")
	data, err := readAtMost(file, maxPrices)
	if !errors.Is(err, fs.ErrNotExist) && !unreachable(file) { // also if there is no directory for it
		var own *model.Prices
		if err == nil {
			own, err = model.ParsePrices(data)
		}
		if err != nil {
			err = fmt.Errorf("reading your table of prices %q: %w", file, err)
			return nil, usage(err, "correct or remove it: the program has prices of its own")
		}
		prices = prices.With(own)
	}
	user, err := c.userSettings()
	if err != nil || len(user.Prices) == 0 {
		return prices, err
	}
	own, err := c.pricesOf(user.Prices, prices.Date)
	if err != nil {
		return nil, err
	}
	return prices.With(own), nil
}

// priceKeys are the keys of the prices of a model in luminos.toml.
var priceKeys = []string{"input", "output", "cache_write", "cache_read", "window", "max_output"}

// pricesOf returns the table of the prices in the user's luminos.toml, which are of the given date.
func (c *config) pricesOf(tables map[string]settings.Price, date string) (*model.Prices, error) {
	rows := []map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		values, err := priceValues(tables[name].Values)
		if err != nil {
			return nil, usage(fmt.Errorf("%s:%d: the prices of the model %q: %w", c.userFile(), tables[name].Line, name, err),
				"input and output are in US dollars for a million tokens; "+words.List(priceKeys[2:])+" can be left out")
		}
		write, read := cmp.Or(values["cache_write"], values["input"]), cmp.Or(values["cache_read"], values["input"])
		rows = append(rows, map[string]any{
			"id": name, "window": json.Number(cmp.Or(values["window"], "0")), "max_output": json.Number(cmp.Or(values["max_output"], "0")),
			"rates": map[string]string{"input": values["input"], "output": values["output"],
				"cache_write_5m": write, "cache_write_1h": write, "cache_read": read},
		})
	}
	data, err := json.Marshal(map[string]any{"date": date, "models": rows})
	if err != nil {
		return nil, err
	}
	own, err := model.ParsePrices(data)
	if err != nil {
		return nil, usage(fmt.Errorf("reading the prices in %s: %w", c.userFile(), err), "")
	}
	return own, nil
}

// priceValues returns the numbers in the prices of one model as text.
func priceValues(table map[string]any) (map[string]string, error) {
	values := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(priceKeys, key) {
			return nil, fmt.Errorf("there is no key %q; %s", key, takeOne(key, priceKeys))
		}
		switch v := table[key].(type) {
		case int64:
			values[key] = strconv.FormatInt(v, 10)
		case float64:
			values[key] = strconv.FormatFloat(v, 'f', -1, 64)
		default:
			return nil, fmt.Errorf("%s must be a number", key)
		}
	}
	if values["input"] == "" || values["output"] == "" {
		return nil, errors.New("input and output must be given")
	}
	return values, nil
}
