import { useWaysIn } from '../../data/session/use-ways-in.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Landing } from './landing.tsx';

export function LandingPage() {
  const { isOpen } = useWaysIn();
  return (
    <Landing isOpen={isOpen}>
      <ThemeToggle />
    </Landing>
  );
}
