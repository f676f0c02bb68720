// Whether there is a Python to wait for: a page of its own has none, and nor has a notebook that was only opened.

export const BUSY = "Python is busy: it hears this as soon as it has time.";
export const LOOK_MS = 300;

/** JupyterLab marks a widget whose kernel is gone. @param {Element} node */
export const isConnected = (node) => Boolean(node.closest(".jp-NotebookPanel")) && !node.closest(".jupyter-widgets-disconnected");
