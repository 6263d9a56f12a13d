import { Link } from '@tanstack/react-router';
import { ListPlus, Smartphone, UsersRound, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isLocal, LOCAL_ONLY } from '../../lib/words/local-address.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { focusQuickLine } from '../../ui/form/quick-line.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useProgress } from './use-progress.ts';

/** The first steps of an empty household. Each goes when it is done, and all go with the first two. */
export function FirstSteps({ onDone }: { onDone: () => void }) {
  const progress = useProgress();
  const isDone = progress?.people && progress.task;
  useEffect(() => {
    if (isDone) onDone();
  });
  if (!progress || isDone) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="my-3 rounded-card bg-surface inset-ring inset-ring-line"
    >
      <div className="flex items-center py-1.5 pr-2 pl-4">
        <h2 id="first-steps" className="text-card">
          Set up your household
        </h2>
        <IconButton label="Hide these steps" icon={<X />} className="ml-auto" onClick={onDone} />
      </div>
      <ul className="px-4">
        {!progress.people && (
          <Step
            icon={<UsersRound aria-hidden="true" />}
            text={
              <>
                Each member gets a list and sees the groceries. Or{' '}
                <Link to="/dash/manager" search={{ tab: 'members', add: 'invite' }} className={ASIDE}>
                  invite them with a link
                </Link>
                .
              </>
            }
          >
            <Link to="/dash/manager" search={{ tab: 'members', add: 'member' }} className={ACTION}>
              Add your people
            </Link>
          </Step>
        )}
        {!progress.task && (
          <Step
            icon={<ListPlus aria-hidden="true" />}
            text="Type it in the line above, with a day if you like."
          >
            <button type="button" onClick={focusQuickLine} className={ACTION}>
              Add your first task
            </button>
          </Step>
        )}
        {!progress.phone && (
          <Step
            icon={<Smartphone aria-hidden="true" />}
            text={isLocal(location) ? LOCAL_ONLY : 'Scan the code, or open this address:'}
            aside={<QrCode text={location.origin} label="QR code of the address" />}
          >
            <p className="font-semibold">Open Onus on your phones</p>
          </Step>
        )}
      </ul>
    </section>
  );
}

interface StepProps {
  icon: ReactNode;
  text: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

function Step({ icon, text, aside, children }: StepProps) {
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-2 border-line border-t py-3 text-ink-soft [&_svg]:shrink-0">
      <span className="pt-0.5 [&_svg]:size-5">{icon}</span>
      <div className="min-w-0 flex-1">
        <div className="text-ink">{children}</div>
        <p className="text-small">{text}</p>
        {aside && <p className="select-all break-all pt-1 font-medium text-ink">{location.origin}</p>}
      </div>
      {aside && <div className="max-desk:w-full max-desk:pl-8">{aside}</div>}
    </li>
  );
}

const ACTION =
  'relative font-semibold text-brand-strong hover:underline before:absolute before:-inset-x-2 before:-top-3 before:-bottom-8';

/** Above the area of the action, which reaches over the text. */
const ASIDE =
  'relative font-semibold text-brand-strong hover:underline before:absolute before:-inset-y-2 before:inset-x-0';
