#pragma once

#include <stdint.h>

// An address as the file that it lies in and the distance from where that file is mapped. In a main program
// at fixed addresses (not PIE) the distance is the address itself, which is what its own tools print.
struct module_address {
  uint64_t address;
  uint64_t offset;
  int is_main;
  char module[64];  // base name of the file, "?" if it lies in none
};

// To be called once, outside of any signal handler.
void modules_prepare(void);

// Base name of the main program.
const char* modules_main_name(void);

// Fills in everything but `address`. Reads /proc/self/maps with plain system calls, so a signal handler may
// call it while the dynamic linker or malloc is locked.
void modules_resolve(struct module_address* addresses, int count);
