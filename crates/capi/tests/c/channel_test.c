/* The channel as a C program sees it: statuses, limits, threads, forks, kills. */
#include "channel.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SIZE (1 << 20)
#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            exit(1); \
        } \
    } while (0)

static OmnisweepChannelReceiver receiver;
static OmnisweepChannelSender sender;
static char message[SIZE];

static void nonsense_is_answered(void) {
    OmnisweepChannelReceiver none_r = {0};
    OmnisweepChannelSender none_s = {0};
    CHECK(omnisweep_channel_init(NULL, &sender, 1) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_init(&receiver, NULL, 1) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_init(&receiver, &sender, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_init(&receiver, &sender, OMNISWEEP_CHANNEL_LARGEST_MESSAGE + 1) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_send(&sender, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_receive(&receiver, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_send(NULL, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_send(&none_s, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_receive(&none_r, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    omnisweep_channel_close_sender(NULL);
    omnisweep_channel_close_receiver(NULL);
    omnisweep_channel_close_sender(&none_s);
    omnisweep_channel_close_receiver(&none_r);
    CHECK(omnisweep_channel_init(&receiver, &sender, 1) == OMNISWEEP_CHANNEL_STATUS_OK);
    CHECK(omnisweep_channel_send(&sender, NULL, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    CHECK(omnisweep_channel_receive(&receiver, NULL, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    omnisweep_channel_close_sender(&sender);
    omnisweep_channel_close_sender(&sender);
    CHECK(omnisweep_channel_send(&sender, message, 0) == OMNISWEEP_CHANNEL_STATUS_BAD_ARGUMENT);
    omnisweep_channel_close_receiver(&receiver);
}

static void one_process_waits_or_not(void) {
    CHECK(omnisweep_channel_init(&receiver, &sender, SIZE) == OMNISWEEP_CHANNEL_STATUS_OK);
    CHECK(omnisweep_channel_receive(&receiver, message, 0) == OMNISWEEP_CHANNEL_STATUS_NOT_YET);
    CHECK(omnisweep_channel_receive(&receiver, message, 20) == OMNISWEEP_CHANNEL_STATUS_NOT_YET);
    memset(message, 'a', SIZE);
    int sent = 0;
    while (omnisweep_channel_send(&sender, message, 0) == OMNISWEEP_CHANNEL_STATUS_OK) sent++;
    CHECK(sent >= 4);
    CHECK(omnisweep_channel_send(&sender, message, 20) == OMNISWEEP_CHANNEL_STATUS_NOT_YET);
    omnisweep_channel_close_sender(&sender);
    for (; sent > 0; sent--) {
        memset(message, 0, SIZE);
        CHECK(omnisweep_channel_receive(&receiver, message, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK);
        CHECK(message[0] == 'a' && message[SIZE - 1] == 'a');
    }
    CHECK(omnisweep_channel_receive(&receiver, message, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_CLOSED);
    omnisweep_channel_close_receiver(&receiver);
}

static void *send_numbers(void *from) {
    for (long i = 0; i < 10000; i++) {
        long number = (long)(size_t)from + i;
        CHECK(omnisweep_channel_send(&sender, &number, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK);
    }
    return NULL;
}

static void threads_send(void) {
    static char seen[30000];
    pthread_t threads[3];
    CHECK(omnisweep_channel_init(&receiver, &sender, sizeof(long)) == OMNISWEEP_CHANNEL_STATUS_OK);
    for (size_t i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, send_numbers, (void *)(10000 * i)) == 0);
    for (int i = 0; i < 30000; i++) {
        long number;
        CHECK(omnisweep_channel_receive(&receiver, &number, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK);
        CHECK(number >= 0 && number < 30000 && !seen[number]++);
    }
    for (int i = 0; i < 3; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    omnisweep_channel_close_sender(&sender);
    omnisweep_channel_close_receiver(&receiver);
}

static int whole(void) {
    return memcmp(message, message + 1, SIZE - 1) == 0;
}

static void children_are_killed(void) {
    for (int round = 0; round < 40; round++) {
        pid_t children[3];
        CHECK(omnisweep_channel_init(&receiver, &sender, SIZE) == OMNISWEEP_CHANNEL_STATUS_OK);
        for (int i = 0; i < 3; i++) {
            CHECK((children[i] = fork()) >= 0);
            if (children[i] == 0) {
                omnisweep_channel_close_receiver(&receiver);
                memset(message, 'a' + i, SIZE);
                for (int left = 20; left > 0; left--)
                    if (omnisweep_channel_send(&sender, message, OMNISWEEP_CHANNEL_FOREVER) != OMNISWEEP_CHANNEL_STATUS_OK) _exit(1);
                _exit(0);
            }
        }
        omnisweep_channel_close_sender(&sender);
        int count[3] = {0}, received = 0;
        while (omnisweep_channel_receive(&receiver, message, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK) {
            CHECK(whole() && message[0] >= 'a' && message[0] < 'd');
            count[message[0] - 'a']++;
            if (++received == round) kill(children[0], SIGKILL);
        }
        int status;
        CHECK(waitpid(children[0], &status, 0) == children[0]);
        for (int i = 1; i < 3; i++) {
            CHECK(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0);
            CHECK(count[i] == 20);
        }
        CHECK(count[0] <= 20);
        omnisweep_channel_close_receiver(&receiver);
    }
}

static void a_killed_receiver_is_no_signal(void) {
    CHECK(omnisweep_channel_init(&receiver, &sender, SIZE) == OMNISWEEP_CHANNEL_STATUS_OK);
    signal(SIGPIPE, SIG_DFL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        omnisweep_channel_receive(&receiver, message, OMNISWEEP_CHANNEL_FOREVER);
        raise(SIGKILL);
    }
    omnisweep_channel_close_receiver(&receiver);
    int sent = 0;
    while (omnisweep_channel_send(&sender, message, OMNISWEEP_CHANNEL_FOREVER) == OMNISWEEP_CHANNEL_STATUS_OK) sent++;
    CHECK(sent >= 1);
    CHECK(omnisweep_channel_send(&sender, message, 0) == OMNISWEEP_CHANNEL_STATUS_CLOSED);
    omnisweep_channel_close_sender(&sender);
    CHECK(waitpid(child, NULL, 0) == child);
}

int main(void) {
    nonsense_is_answered();
    one_process_waits_or_not();
    threads_send();
    children_are_killed();
    a_killed_receiver_is_no_signal();
    return 0;
}
