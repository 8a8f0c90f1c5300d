/* Whole messages between threads and processes of one process tree. Made by `cargo xtask header`; do not edit. */

#ifndef OMNISWEEP_CHANNEL_H
#define OMNISWEEP_CHANNEL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 For `limit_ms`: wait as long as it takes. 0 is not at all.
 */
#define OMNISWEEP_CHANNEL_FOREVER -1

/*
 The largest message, in bytes; the smallest has one.
 */
#define OMNISWEEP_CHANNEL_LARGEST_MESSAGE (1 << 20)

/*
 How a call went.
 */
typedef enum OmnisweepChannelStatus {
  /*
   Done.
   */
  OMNISWEEP_CHANNEL_STATUS_OK = 0,
  /*
   Nobody is left at the other end. No signal is raised.
   */
  OMNISWEEP_CHANNEL_STATUS_CLOSED = -1,
  /*
   There is no message, or no room for one, and waiting has come to its limit.
   */
  OMNISWEEP_CHANNEL_STATUS_NOT_YET = -2,
  /*
   A null pointer, an end that has been closed, or no size for a message.
   */
  OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT = -3,
  /*
   The system refused: no memory, or too many open sockets.
   */
  OMNISWEEP_CHANNEL_STATUS_SYSTEM = -4,
} OmnisweepChannelStatus;

/*
 The end that messages come out of. Threads may share it.
 */
typedef struct OmnisweepChannelReceiver {
  /*
   Not to be touched.
   */
  void *end;
} OmnisweepChannelReceiver;

/*
 The end that messages go into. Threads may share it.
 */
typedef struct OmnisweepChannelSender {
  /*
   Not to be touched.
   */
  void *end;
} OmnisweepChannelSender;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Initialises both ends of a channel for messages of `message_size` bytes. It
 holds at least four messages that have been sent and not received.

 After a fork, both processes have both ends. Each closes the end that it does
 not use, so that the other is told when nobody is left. Any number of threads
 and processes may send, and receive; each message reaches one receiver, whole.

 # Safety
 Both objects can be written, or are null.
 */
enum OmnisweepChannelStatus omnisweep_channel_init(struct OmnisweepChannelReceiver *receiver,
                                                   struct OmnisweepChannelSender *sender,
                                                   size_t message_size);

/*
 Sends a message, once there is room for it: waits for that at most `limit_ms`
 milliseconds, or `OMNISWEEP_CHANNEL_FOREVER`.

 # Safety
 `sender` was initialised, or is null; `message` has as many bytes as the
 channel's messages, or is null.
 */
enum OmnisweepChannelStatus omnisweep_channel_send(const struct OmnisweepChannelSender *sender,
                                                   const void *message,
                                                   int64_t limit_ms);

/*
 Receives the next message, once there is one: waits for that at most
 `limit_ms` milliseconds, or `OMNISWEEP_CHANNEL_FOREVER`. Without a message, nothing is
 written.

 # Safety
 `receiver` was initialised, or is null; `message` has room for as many bytes as
 the channel's messages have, or is null.
 */
enum OmnisweepChannelStatus omnisweep_channel_receive(const struct OmnisweepChannelReceiver *receiver,
                                                      void *message,
                                                      int64_t limit_ms);

/*
 Closes this process's sending end; null, or a closed end, is nothing.

 # Safety
 `sender` was initialised, or is null, and no other thread uses it now.
 */
void omnisweep_channel_close_sender(struct OmnisweepChannelSender *sender);

/*
 Closes this process's receiving end; null, or a closed end, is nothing.

 # Safety
 `receiver` was initialised, or is null, and no other thread uses it now.
 */
void omnisweep_channel_close_receiver(struct OmnisweepChannelReceiver *receiver);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OMNISWEEP_CHANNEL_H */
