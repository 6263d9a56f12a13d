import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type EmptyProps = {
  text: string;
  drawing?: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
};

export function Empty({ text, drawing, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      {drawing}
      <p className="max-w-form text-balance text-ink-soft">{text}</p>
      {action && (
        <Button variant="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
