#pragma once

// Gives the calling thread a stack for signal handlers, so that a stack overflow can be reported.
void thread_stacks_add_main(void);

// From now on each new thread gets one as well (pthread_create is interposed).
void thread_stacks_enable(void);
