/* Four processes work out squares, and send them to the one that started them. */
#include "channel.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct square {
    unsigned number, square;
};

int main(void) {
    OmnisweepChannelReceiver receiver;
    OmnisweepChannelSender sender;
    if (omnisweep_channel_init(&receiver, &sender, sizeof(struct square)) != OMNISWEEP_CHANNEL_STATUS_OK) return 1;
    for (unsigned worker = 0; worker < 4; worker++) {
        pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) {
            omnisweep_channel_close_receiver(&receiver);
            for (unsigned number = worker; number < 20; number += 4) {
                struct square square = {number, number * number};
                if (omnisweep_channel_send(&sender, &square, OMNISWEEP_CHANNEL_FOREVER) != OMNISWEEP_CHANNEL_STATUS_OK) return 1;
            }
            omnisweep_channel_close_sender(&sender);
            return 0;
        }
    }
    /* Only the workers can send now, so that we hear when the last of them is done. */
    omnisweep_channel_close_sender(&sender);
    unsigned squares[20] = {0};
    struct square square;
    while (omnisweep_channel_receive(&receiver, &square, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK)
        squares[square.number] = square.square;
    omnisweep_channel_close_receiver(&receiver);
    while (wait(NULL) > 0) {
    }
    for (int i = 0; i < 20; i++) printf("%u%c", squares[i], i < 19 ? ' ' : '\n');
    return 0;
}
