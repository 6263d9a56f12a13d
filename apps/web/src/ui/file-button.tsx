import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** What the browser's dialog offers, as an input's `accept`. */
  accept: string;
  busy?: boolean | undefined;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Opens the browser's own dialog; the input behind it has a look that no style reaches. */
export function FileButton({ accept, busy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="quiet" busy={busy} className="self-start" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-hidden="true"
        tabIndex={-1}
        className="hidden"
        onChange={event => {
          const [file] = event.target.files ?? [];
          // The same file again, changed in between, is a choice too.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
