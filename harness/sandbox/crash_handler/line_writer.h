#pragma once

#include <stddef.h>
#include <stdint.h>

// A line of text that is put together and written without memory allocation or stdio, so that a signal
// handler may do it. What does not fit is cut; the newline always fits.
struct line {
  size_t length;
  char text[32768];
};

void line_add(struct line* line, const char* text);
void line_add_word(struct line* line, const char* text);  // blanks, commas and controls become '_'
void line_add_decimal(struct line* line, long value);
void line_add_hex(struct line* line, uint64_t value);

// Appends the line and a newline to the file in one write: lines of several processes do not mix.
void line_append_to(struct line* line, const char* path);
