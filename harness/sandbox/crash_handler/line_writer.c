#define _GNU_SOURCE
#include "harness/sandbox/crash_handler/line_writer.h"

#include <fcntl.h>
#include <unistd.h>

static void add_char(struct line* line, char c) {
  if (line->length + 1 < sizeof line->text) line->text[line->length++] = c;
}

void line_add(struct line* line, const char* text) {
  while (*text != '\0') add_char(line, *text++);
}

void line_add_word(struct line* line, const char* text) {
  for (; *text != '\0'; ++text) add_char(line, *text <= ' ' || *text == ',' ? '_' : *text);
}

void line_add_decimal(struct line* line, long value) {
  char digits[24];
  size_t count = 0;
  unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0) add_char(line, '-');
  while (count != 0) add_char(line, digits[--count]);
}

void line_add_hex(struct line* line, uint64_t value) {
  char digits[16];
  size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value & 15];
    value >>= 4;
  } while (value != 0);
  while (count != 0) add_char(line, digits[--count]);
}

void line_append_to(struct line* line, const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  line->text[line->length] = '\n';  // add_char leaves room for it
  ssize_t written = write(file, line->text, line->length + 1);
  (void)written;
  close(file);
}
