import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { isOnboarded, setOnboarded } from './onboarded.ts';

/** The first steps of a head of household (rule 20.15). No one else loads them. */
export function Onboarding() {
  const { id, isManager } = useCurrentUser();
  const [doneBy, setDoneBy] = useState('');
  const isWanted = isManager && doneBy !== id && !isOnboarded(id);
  useEffect(() => {
    if (isWanted) steps.fetchEarly();
  }, [isWanted]);
  const module = useSelector(steps.loaded);

  function finish(): void {
    setOnboarded(id);
    setDoneBy(id);
  }

  return isWanted && module && <module.FirstSteps onDone={finish} />;
}

const steps = createLazyModule(() => import('./first-steps.tsx'));
