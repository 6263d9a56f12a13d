interface Subscriber<Data> {
  onStarted: () => void;
  /** @param is whether events arrive. */
  onConnected: (is: boolean) => void;
  onData: (data: Data) => void;
}

/** The callbacks that the tRPC client takes. */
interface Observer<Data> {
  onStarted: () => void;
  onConnectionStateChange: (connection: { state: string }) => void;
  onData: (data: Data) => void;
  onError: () => void;
  onComplete: () => void;
}

/** Subscribes, and subscribes again after a refusal, for example while the server restarts. @returns a function that ends it. */
export function keepSubscribed<Data>(
  subscribe: (observer: Observer<Data>) => { unsubscribe: () => void },
  subscriber: Subscriber<Data>,
): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe: () => void } | undefined;

  function begin(): void {
    current = subscribe({
      onStarted() {
        subscriber.onStarted();
        subscriber.onConnected(true);
      },
      onConnectionStateChange: ({ state }) => subscriber.onConnected(state === 'pending'),
      onData: subscriber.onData,
      onError: retry,
      onComplete: retry,
    });
  }

  function retry(): void {
    subscriber.onConnected(false);
    again = setTimeout(begin, REFUSED_FOR);
  }

  begin();
  return () => {
    clearTimeout(again);
    current?.unsubscribe();
  };
}

/** Milliseconds: the longest step between two connections (rule 19). */
const REFUSED_FOR = 5_000;
