#define _GNU_SOURCE
#include "harness/sandbox/crash_handler/modules.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

static char main_path[4096];
static int main_is_fixed;

static int first_object(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  main_is_fixed = info->dlpi_addr == 0;
  return 1;
}

void modules_prepare(void) {
  const ssize_t length = readlink("/proc/self/exe", main_path, sizeof main_path - 1);
  main_path[length > 0 ? length : 0] = '\0';
  dl_iterate_phdr(first_object, NULL);
}

static const char* base_name(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

const char* modules_main_name(void) { return base_name(main_path); }

// One line of maps: START-END PERMISSIONS OFFSET DEVICE INODE [PATH], see proc(5).
struct mapping {
  uint64_t start, end;
  const char* path;
};

static uint64_t parse_hex(const char** at) {
  uint64_t value = 0;
  for (;; ++*at) {
    const char c = **at;
    if (c >= '0' && c <= '9') {
      value = value * 16 + (uint64_t)(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value * 16 + (uint64_t)(c - 'a' + 10);
    } else {
      return value;
    }
  }
}

static struct mapping parse(const char* line) {
  struct mapping mapping;
  mapping.start = parse_hex(&line);
  if (*line == '-') ++line;
  mapping.end = parse_hex(&line);
  const char* slash = strchr(line, '/');
  mapping.path = slash != NULL ? slash : "";
  return mapping;
}

static void place(const struct mapping* mapping, uint64_t base, struct module_address* addresses, int count) {
  for (int at = 0; at < count; ++at) {
    struct module_address* address = &addresses[at];
    if (address->address < mapping->start || address->address >= mapping->end || mapping->path[0] == '\0')
      continue;
    address->is_main = strcmp(mapping->path, main_path) == 0;
    address->offset = address->is_main && main_is_fixed ? address->address : address->address - base;
    strncpy(address->module, base_name(mapping->path), sizeof address->module - 1);
  }
}

void modules_resolve(struct module_address* addresses, int count) {
  static char path[4096], line[4352], chunk[4096];
  for (int at = 0; at < count; ++at) {
    addresses[at].offset = addresses[at].address;
    addresses[at].is_main = 0;
    memset(addresses[at].module, 0, sizeof addresses[at].module);
    addresses[at].module[0] = '?';
  }
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  uint64_t base = 0;
  size_t length = 0;
  path[0] = '\0';
  for (ssize_t got; (got = read(file, chunk, sizeof chunk)) > 0;) {
    for (ssize_t at = 0; at < got; ++at) {
      if (chunk[at] != '\n') {
        if (length + 1 < sizeof line) line[length++] = chunk[at];
        continue;
      }
      line[length] = '\0';
      length = 0;
      const struct mapping mapping = parse(line);
      // A file's segments follow each other; the first starts at the file's load address.
      if (mapping.path[0] != '\0' && strncmp(path, mapping.path, sizeof path - 1) != 0) {
        strncpy(path, mapping.path, sizeof path - 1);
        base = mapping.start;
      }
      place(&mapping, base, addresses, count);
    }
  }
  close(file);
}
