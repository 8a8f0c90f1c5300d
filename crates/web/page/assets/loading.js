// Whoever gets this script gets the page by a network, and need not be told how to open it. No module, since those are
// what a page that is opened as a file does without.
if (location.protocol !== "file:") document.documentElement.dataset.network = "yes";
