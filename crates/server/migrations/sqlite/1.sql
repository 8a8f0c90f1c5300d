-- A step that was released is never changed. The same step for PostgreSQL stands in ../postgres.

-- What the server keeps of itself: its secret.
CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Guests have no password. `look` is what a name looks like: two that look alike have the same.
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    look TEXT NOT NULL UNIQUE,
    password TEXT,
    created INTEGER NOT NULL
) STRICT;

-- Who is logged in, by the hash of what the cookie says.
CREATE TABLE login (
    token BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_by_account ON login (account);
CREATE INDEX login_by_end ON login (expires);

-- A game is its setup, its seed (in the setup) and its moves. What stands from `finished` on follows from these.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    setup TEXT NOT NULL,
    salt BLOB NOT NULL,
    board TEXT NOT NULL,
    ranked INTEGER NOT NULL,
    day TEXT,
    begun INTEGER NOT NULL,
    attempt INTEGER,
    finished INTEGER,
    won INTEGER,
    time INTEGER,
    bbbv INTEGER,
    clicks INTEGER,
    moves BLOB,
    going INTEGER NOT NULL DEFAULT 1,
    UNIQUE (id, going)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_by_account ON game (account, begun);
CREATE INDEX game_going_on ON game (account, begun) WHERE finished IS NULL;

-- The moves of games that go on; there can be none of another game, whoever still holds it in memory. Those of a game
-- that is over are packed in its row.
CREATE TABLE move (
    game TEXT NOT NULL,
    going INTEGER NOT NULL DEFAULT 1 CHECK (going = 1),
    number INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    at INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, going) REFERENCES game (id, going) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who has begun the board of a day.
CREATE TABLE attempt (
    day TEXT NOT NULL,
    board TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (day, board, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempt_by_account ON attempt (account);

-- The best of an account on a kind of board in a span of time, and in which game.
CREATE TABLE score (
    board TEXT NOT NULL,
    span TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    time INTEGER,
    time_game TEXT,
    speed INTEGER,
    speed_game TEXT,
    efficiency INTEGER,
    efficiency_game TEXT,
    wins INTEGER NOT NULL,
    run INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    PRIMARY KEY (board, span, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX score_by_account ON score (account);
CREATE INDEX score_by_time ON score (board, span, time, account) WHERE time IS NOT NULL;
CREATE INDEX score_by_speed ON score (board, span, speed DESC, account) WHERE speed IS NOT NULL;
CREATE INDEX score_by_efficiency ON score (board, span, efficiency DESC, account) WHERE efficiency IS NOT NULL;
CREATE INDEX score_by_wins ON score (board, span, wins DESC, account) WHERE wins > 0;
CREATE INDEX score_by_streak ON score (board, span, streak DESC, account) WHERE streak > 0;
