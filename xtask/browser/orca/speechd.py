"""What Orca believes to be Speech Dispatcher. It says nothing: what it is told goes into a file."""

import os
import re


class Priority:
    IMPORTANT, MESSAGE, TEXT, NOTIFICATION, PROGRESS = "important", "message", "text", "notification", "progress"


class PunctuationMode:
    ALL, NONE, SOME, MOST = "all", "none", "some", "most"


class DataMode:
    TEXT, SSML = "text", "ssml"


class CallbackType:
    INDEX_MARK, BEGIN, END, CANCEL, PAUSE, RESUME = "index_marks", "begin", "end", "cancel", "pause", "resume"


class SSIPError(Exception):
    pass


class SSIPCommandError(SSIPError):
    pass


class SSIPCommunicationError(SSIPError):
    pass


class SSIPClient:
    def __init__(self, *_names, **_options):
        pass

    def speak(self, text, callback=None, **_options):
        with open(os.environ["OMNISWEEP_SPOKEN"], "a", encoding="utf-8") as spoken:
            spoken.write(re.sub("<[^>]*>", "", text).strip() + "\n")
        # It is said as soon as it is told.
        for event in (CallbackType.BEGIN, CallbackType.END):
            if callback:
                callback(event)

    char = key = speak

    def list_output_modules(self):
        return ("file",)

    def list_synthesis_voices(self, *_filters):
        return (("english", "en", "none"),)

    def get_output_module(self):
        return "file"

    def get_language(self):
        return "en"

    def get_rate(self):
        return 0

    get_pitch = get_volume = get_rate

    def __getattr__(self, _name):
        return lambda *_values, **_options: None
