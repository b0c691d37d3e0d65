#include "app/command.h"

int main(int argc, char** argv) { return tilefuzz::app::run(argc, argv); }
