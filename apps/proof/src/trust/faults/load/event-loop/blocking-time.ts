/** How long one call kept the event loop busy, and the reason if it was refused. */
export interface Block {
  ms: number;
  refusal: string | null;
}

/** The longest turn of the event loop in ms. */
export async function blockingTimeOf(call: () => Promise<unknown>): Promise<Block> {
  let [longest, last, isOver] = [0, workedFor(), false];
  const look = () => {
    const now = workedFor();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await new Promise(setImmediate);
  longest = 0;
  const refusal = await call().then(() => null, messageOf);
  await new Promise(setImmediate);
  isOver = true;
  return { ms: longest, refusal };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function workedFor(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
