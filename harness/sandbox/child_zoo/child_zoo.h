#pragma once

// Every mode gets its arguments (argv after the mode's name) and returns the exit status. All are bounded
// by themselves (60 s, 200 processes, 4 GiB), so a broken sandbox cannot take the machine down.
namespace zoo {

int sleep_seconds(char** arguments);
int spin(char** arguments);

int daemon_that_stays(char** arguments);
int fork_bomb(char** arguments);
int session_bomb(char** arguments);
int spinning_grandchild(char** arguments);

int fault(char** arguments);
int fault_passed_on(char** arguments);
int fault_in_thread(char** arguments);
int fault_in_child(char** arguments);
int overflow_stack(char** arguments);

}  // namespace zoo
