/** The name of the dialog with the line that every page opens. */
export const LINE = 'line';

/** The name of the dialog in which a line goes on as a task. */
export const LINE_TASK = 'line-task';
