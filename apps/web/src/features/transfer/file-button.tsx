import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/form/button.tsx';

interface FileButtonProps {
  /** The `accept` attribute of the file dialog. */
  accept: string;
  busy?: boolean | undefined;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Opens the native file dialog. The file input itself cannot be styled. */
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
          // Allows choosing the same file again after a change.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
