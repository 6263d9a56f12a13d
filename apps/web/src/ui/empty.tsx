import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Action } from './page.tsx';

type EmptyProps = {
  text: string;
  drawing?: ReactNode;
  action?: Action | undefined;
};

export function Empty({ text, drawing, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      {drawing}
      <p className="max-w-form text-balance text-ink-soft">{text}</p>
      {action && (
        <Button variant="quiet" onClick={action.onClick} {...action.near}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
