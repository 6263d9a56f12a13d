interface Step {
  /** What was done, as its toast says it. */
  text: string;
  undo: () => void;
  /** The id of what it changed, if that can be gone for good. */
  of?: string | undefined;
}

/** Oldest first. */
const steps: Step[] = [];
/** Rule 20.4. */
const MOST = 20;

/** Remembers how to undo an action. @returns a function that undoes it, at most once. */
export function rememberUndo(text: string, undo: () => void, of?: string): () => void {
  const step = { text, undo, of };
  steps.push(step);
  if (steps.length > MOST) steps.shift();
  return () => {
    const index = steps.indexOf(step);
    if (index < 0) return;
    steps.splice(index, 1);
    undo();
  };
}

/** Undoes the newest action that is not undone yet. @returns what was undone; undefined if there is none. */
export function undoLast(): string | undefined {
  const step = steps.pop();
  step?.undo();
  return step?.text;
}

/**
 * Called when the person changes, so that one person cannot undo the actions of another.
 * @param of the id of what is gone; without one, all is forgotten.
 */
export function forgetUndo(of?: string): void {
  for (const step of steps.splice(0)) if (of !== undefined && step.of !== of) steps.push(step);
}
