package scan

import (
	"slices"

	"golang.org/x/sys/unix"
)

// openNoAtime is the flag that keeps access times; it works for the user's own files.
const openNoAtime = unix.O_NOATIME

// kernelTypes are the types of file systems whose files are made by the kernel and take no space, as statfs(2) gives
// them.
var kernelTypes = []int64{
	unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEVPTS_SUPER_MAGIC, unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC,
	unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC, unix.BPF_FS_MAGIC, unix.PSTOREFS_MAGIC,
	unix.EFIVARFS_MAGIC, unix.SELINUX_MAGIC, unix.BINFMTFS_MAGIC,
}

// ofKernel reports whether a directory is in a file system whose files the kernel makes, such as /proc.
func ofKernel(d directory) bool {
	if v, ok := d.(*veil); ok {
		d = v.directory
	}
	local, ok := d.(*localDir)
	var st unix.Statfs_t
	return ok && unix.Fstatfs(local.fd, &st) == nil && slices.Contains(kernelTypes, int64(st.Type))
}

func changeTime(st *unix.Stat_t) int64 { return st.Ctim.Nano() }
