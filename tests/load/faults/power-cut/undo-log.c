/*
 * Preloaded into every process of PostgreSQL. One shared log keeps the old contents of each write until the file is
 * synced. At a power cut all processes are killed, and the remaining contents are put back, the newest first
 * (`undo-log.ts`, which reads this layout).
 *
 * A real power cut can do more: it may keep any part of unsynced writes, so that pages are torn or stored in another
 * order. Here every unsynced write is undone as a whole. Directories are durable immediately, and so are the files that
 * PostgreSQL writes by stdio, which are caches.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define SLOTS 65536u
/* Log size above which a sync removes all synced entries, not only the newest entries. */
#define COMPACT_ABOVE (64ull << 20)

typedef struct {
  uint64_t inode;
  uint64_t synced; /* number of the last entry that a sync has made durable */
} Slot;

typedef struct {
  uint32_t lock;
  uint32_t closed; /* by the power cut: nothing is written or synced any more */
  uint64_t device; /* of the database's folder; 0 switches the log off */
  uint64_t size;   /* of the log's file */
  uint64_t end;    /* where the next entry begins */
  uint64_t last;   /* where the newest entry begins, or 0 */
  uint64_t number; /* of the newest entry */
  uint64_t syncs;
  uint64_t unused_too;
  Slot slots[SLOTS];
} Log;

typedef struct {
  uint64_t before; /* where the entry before begins, or 0 */
  uint64_t number;
  uint64_t inode;
  uint64_t offset;
  uint64_t old_size; /* of the file */
  uint64_t length;   /* of the replaced bytes, which follow */
  uint64_t total;    /* length of the entry */
  uint64_t unused;
} Entry;

static Log *log_file;

static void fail(const char *reason) {
  fprintf(stderr, "undo log: %s\n", reason);
  abort();
}

__attribute__((constructor)) static void open_log(void) {
  const char *path = getenv("UNDO_LOG");
  if (!path) return;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  struct stat found;
  if (fd < 0 || fstat(fd, &found) != 0) fail("cannot be opened");
  void *mapped = mmap(NULL, (size_t)found.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) fail("cannot be mapped");
  close(fd);
  log_file = mapped;
}

/* Takes the lock, which is 1 while a process has it, and 2 after the power cut. */
static void lock(void) {
  while (__atomic_exchange_n(&log_file->lock, 1u, __ATOMIC_ACQUIRE)) sched_yield();
  if (!__atomic_load_n(&log_file->closed, __ATOMIC_ACQUIRE)) return;
  __atomic_store_n(&log_file->lock, 2u, __ATOMIC_RELEASE);
  for (;;) pause();
}

static void unlock(void) { __atomic_store_n(&log_file->lock, 0u, __ATOMIC_RELEASE); }

static Slot *find_slot(uint64_t inode) {
  uint32_t place = (uint32_t)((inode * 11400714819323198485ull) >> 48) % SLOTS;
  for (uint32_t tried = 0; tried < SLOTS; tried++, place = (place + 1) % SLOTS) {
    Slot *slot = &log_file->slots[place];
    if (slot->inode == 0) slot->inode = inode;
    if (slot->inode == inode) return slot;
  }
  fail("too many files");
  return NULL;
}

static Entry *entry_at(uint64_t offset) { return (Entry *)((char *)log_file + offset); }

static int is_synced(const Entry *entry) { return entry->number <= find_slot(entry->inode)->synced; }

static void drop_newest(void) {
  while (log_file->last && is_synced(entry_at(log_file->last))) {
    log_file->end = log_file->last;
    log_file->last = entry_at(log_file->last)->before;
  }
}

static void compact(void) {
  uint64_t from = sizeof(Log), to = sizeof(Log), last = 0;
  while (from < log_file->end) {
    Entry *entry = entry_at(from);
    uint64_t total = entry->total;
    if (!is_synced(entry)) {
      memmove(entry_at(to), entry, total);
      entry_at(to)->before = last;
      last = to;
      to += total;
    }
    from += total;
  }
  log_file->end = to;
  log_file->last = last;
}

/* True for a named file of the database. */
static int is_logged(int fd, struct stat *found) {
  return log_file && log_file->device && fstat(fd, found) == 0 && S_ISREG(found->st_mode) &&
         found->st_nlink > 0 && (uint64_t)found->st_dev == log_file->device;
}

/* Saves the old content. The caller has the lock, and changes the file afterwards. */
static void add_entry(int fd, const struct stat *found, uint64_t offset, uint64_t length) {
  uint64_t size = (uint64_t)found->st_size;
  uint64_t kept = offset >= size ? 0 : (offset + length > size ? size - offset : length);
  uint64_t total = sizeof(Entry) + ((kept + 7) & ~7ull);
  if (log_file->end + total > log_file->size) compact();
  if (log_file->end + total > log_file->size) fail("is full");
  Entry *entry = entry_at(log_file->end);
  uint64_t done = 0;
  while (done < kept) {
    long got = syscall(SYS_pread64, fd, (char *)(entry + 1) + done, kept - done, offset + done);
    if (got > 0) {
      done += (uint64_t)got;
    } else if (got == 0 || errno != EINTR) {
      /* A file opened only for writing is opened again for reading. */
      char path[64];
      snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
      int again = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
      if (again < 0) fail("cannot read what a write replaces");
      while (done < kept && (got = syscall(SYS_pread64, again, (char *)(entry + 1) + done, kept - done, offset + done)) > 0)
        done += (uint64_t)got;
      close(again);
      if (done < kept) fail("cannot read what a write replaces");
    }
  }
  *entry = (Entry){.before = log_file->last,
                   .number = log_file->number + 1,
                   .inode = found->st_ino,
                   .offset = offset,
                   .old_size = size,
                   .length = kept,
                   .total = total};
  log_file->last = log_file->end;
  log_file->end += total;
  log_file->number++;
}

/* Removes a file's entries; the caller has the lock. Later entries of a reused inode belong to another file. */
static void forget(uint64_t inode) {
  find_slot(inode)->synced = log_file->number;
  drop_newest();
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  struct stat found;
  if (!is_logged(fd, &found)) return syscall(SYS_pwritev, fd, parts, count, offset, 0);
  uint64_t length = 0;
  for (int part = 0; part < count; part++) length += parts[part].iov_len;
  lock();
  fstat(fd, &found);
  add_entry(fd, &found, (uint64_t)offset, length);
  long result = syscall(SYS_pwritev, fd, parts, count, offset, 0);
  int error = errno;
  unlock();
  errno = error;
  return result;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  struct stat found;
  if (!is_logged(fd, &found)) return syscall(SYS_pwrite64, fd, bytes, length, offset);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  return pwritev(fd, &part, 1, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct stat found;
  if (!is_logged(fd, &found)) return syscall(SYS_write, fd, bytes, length);
  lock();
  fstat(fd, &found);
  int flags = fcntl(fd, F_GETFL);
  uint64_t offset = flags & O_APPEND ? (uint64_t)found.st_size : (uint64_t)syscall(SYS_lseek, fd, 0, SEEK_CUR);
  add_entry(fd, &found, offset, length);
  long result = syscall(SYS_write, fd, bytes, length);
  int error = errno;
  unlock();
  errno = error;
  return result;
}

static int change_size(int fd, off_t length) {
  struct stat found;
  if (!is_logged(fd, &found)) return (int)syscall(SYS_ftruncate, fd, length);
  lock();
  fstat(fd, &found);
  uint64_t size = (uint64_t)found.st_size;
  add_entry(fd, &found, (uint64_t)length, size > (uint64_t)length ? size - (uint64_t)length : 0);
  int result = (int)syscall(SYS_ftruncate, fd, length);
  int error = errno;
  unlock();
  errno = error;
  return result;
}

int ftruncate(int fd, off_t length) { return change_size(fd, length); }

int truncate(const char *path, off_t length) {
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  int result = change_size(fd, length);
  int error = errno;
  close(fd);
  errno = error;
  return result;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
  struct stat found;
  int known = is_logged(fd, &found);
  if (known) {
    lock();
    fstat(fd, &found);
    add_entry(fd, &found, (uint64_t)found.st_size, 0);
  }
  int result = syscall(SYS_fallocate, fd, 0, offset, length) == 0 ? 0 : errno;
  if (known) unlock();
  return result;
}

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if (!(flags & O_TRUNC)) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags & ~O_TRUNC, mode);
  struct stat found;
  if (fd >= 0 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) change_size(fd, 0);
  return fd;
}

/* Syncs a file. Writes before the sync began are durable afterwards. */
static int sync_file(int fd, long call) {
  struct stat found;
  if (!is_logged(fd, &found)) return (int)syscall(call, fd);
  lock();
  uint64_t number = log_file->number;
  unlock();
  int result = (int)syscall(call, fd);
  if (result != 0) return result;
  lock();
  Slot *slot = find_slot(found.st_ino);
  if (slot->synced < number) slot->synced = number;
  log_file->syncs++;
  drop_newest();
  if (log_file->end > COMPACT_ABOVE) compact();
  unlock();
  return 0;
}

int fsync(int fd) { return sync_file(fd, SYS_fsync); }

int fdatasync(int fd) { return sync_file(fd, SYS_fdatasync); }

static int is_last_name(const char *path, struct stat *found) {
  return lstat(path, found) == 0 && S_ISREG(found->st_mode) && found->st_nlink == 1;
}

int unlink(const char *path) {
  if (!log_file || !log_file->device) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  lock();
  struct stat found;
  int known = is_last_name(path, &found);
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  int error = errno;
  if (result == 0 && known) forget(found.st_ino);
  unlock();
  errno = error;
  return result;
}

int rename(const char *from, const char *to) {
  if (!log_file || !log_file->device) return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  lock();
  struct stat moved, replaced;
  int known = lstat(from, &moved) == 0 && is_last_name(to, &replaced) && replaced.st_ino != moved.st_ino;
  int result = (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  int error = errno;
  if (result == 0 && known) forget(replaced.st_ino);
  unlock();
  errno = error;
  return result;
}
