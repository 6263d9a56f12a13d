import { type Day, dayOf, isDay } from '@onus/contract/dates/calendar';
import { type ReactNode, useState } from 'react';
import { DateField } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';

interface MoveDialogProps {
  /** What moves. */
  name: ReactNode;
  /** The due date now. */
  dueDate: string;
  open: boolean;
  onClose: () => void;
  onMove: (day: Day) => void;
}

/** Any date for one task or for several. */
export function MoveDialog({ name, dueDate, open, onClose, onMove }: MoveDialogProps) {
  const [day, setDay] = useState(dayOf(dueDate));
  const [wasOpen, setWasOpen] = useState(open);
  // It stays mounted while it is closed, and the due date may change in that time.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDay(dayOf(dueDate));
  }

  function move(): void {
    onClose();
    onMove(day);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={<>Move {name}</>}
      submitLabel="Move"
      ready={isDay(day)}
      onSubmit={move}
    >
      <DateField label="Due Date" value={day} onChange={event => setDay(event.target.value)} />
    </FormDialog>
  );
}
