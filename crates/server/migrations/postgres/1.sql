-- A step that was released is never changed. The same step for SQLite stands in ../sqlite.

-- What the server keeps of itself: its secret.
CREATE TABLE setting (name TEXT PRIMARY KEY, value BYTEA NOT NULL);

-- Guests have no password. `look` is what a name looks like: two that look alike have the same.
CREATE TABLE account (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    look TEXT NOT NULL UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

-- Who is logged in, by the hash of what the cookie says.
CREATE TABLE login (
    token BYTEA PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    expires BIGINT NOT NULL
);
CREATE INDEX login_by_account ON login (account);
CREATE INDEX login_by_end ON login (expires);

-- A game is its setup, its seed (in the setup) and its moves. What stands from `finished` on follows from these.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    setup TEXT NOT NULL,
    salt BYTEA NOT NULL,
    board TEXT NOT NULL,
    ranked BIGINT NOT NULL,
    day TEXT,
    begun BIGINT NOT NULL,
    attempt BIGINT,
    finished BIGINT,
    won BIGINT,
    time BIGINT,
    bbbv BIGINT,
    clicks BIGINT,
    moves BYTEA,
    going BIGINT NOT NULL DEFAULT 1,
    UNIQUE (id, going)
);
CREATE INDEX game_by_account ON game (account, begun);
CREATE INDEX game_going_on ON game (account, begun) WHERE finished IS NULL;

-- The moves of games that go on; there can be none of another game, whoever still holds it in memory. Those of a game
-- that is over are packed in its row.
CREATE TABLE move (
    game TEXT NOT NULL,
    going BIGINT NOT NULL DEFAULT 1 CHECK (going = 1),
    number BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    cell BIGINT NOT NULL,
    at BIGINT NOT NULL,
    clock BIGINT NOT NULL,
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, going) REFERENCES game (id, going) ON DELETE CASCADE
);

-- Who has begun the board of a day.
CREATE TABLE attempt (
    day TEXT NOT NULL,
    board TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (day, board, account)
);
CREATE INDEX attempt_by_account ON attempt (account);

-- The best of an account on a kind of board in a span of time, and in which game.
CREATE TABLE score (
    board TEXT NOT NULL,
    span TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    time BIGINT,
    time_game TEXT,
    speed BIGINT,
    speed_game TEXT,
    efficiency BIGINT,
    efficiency_game TEXT,
    wins BIGINT NOT NULL,
    run BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    PRIMARY KEY (board, span, account)
);
CREATE INDEX score_by_account ON score (account);
CREATE INDEX score_by_time ON score (board, span, time, account) WHERE time IS NOT NULL;
CREATE INDEX score_by_speed ON score (board, span, speed DESC, account) WHERE speed IS NOT NULL;
CREATE INDEX score_by_efficiency ON score (board, span, efficiency DESC, account) WHERE efficiency IS NOT NULL;
CREATE INDEX score_by_wins ON score (board, span, wins DESC, account) WHERE wins > 0;
CREATE INDEX score_by_streak ON score (board, span, streak DESC, account) WHERE streak > 0;
