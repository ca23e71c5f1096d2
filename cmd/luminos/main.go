// Command luminos writes an intelligence report about a directory.
package main

func main() {}
