import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { createPart } from '../../lib/part.ts';
import { Button } from '../../ui/button.tsx';
import { LateDialog } from '../../ui/late.tsx';
import type { TaskSource } from './task-source.ts';

/** Everything overdue becomes due today, after a question: many dates at once cannot be put back by hand. */
export function MoveOverdue({ source, count }: { source: TaskSource; count: number }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <div className="flex desk:-mr-3 justify-end pt-3">
      <Button variant="plain" size="small" onClick={() => setAsking(true)} {...dialog.near}>
        <CalendarCheck aria-hidden="true" />
        Move all overdue to today
      </Button>
      <LateDialog part={dialog} open={asking} onClose={close}>
        {({ MoveOverdueDialog }) => (
          <MoveOverdueDialog open={asking} onClose={close} source={source} count={count} />
        )}
      </LateDialog>
    </div>
  );
}

const dialog = createPart(() => import('./move-overdue-dialog.tsx'));
