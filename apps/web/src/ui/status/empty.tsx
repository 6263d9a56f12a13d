import type { ReactNode } from 'react';

type EmptyProps = {
  text: string;
  drawing?: ReactNode;
};

export function Empty({ text, drawing }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      {drawing}
      <p className="max-w-form text-balance text-ink-soft">{text}</p>
    </div>
  );
}
