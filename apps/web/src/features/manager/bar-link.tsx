import { Link } from '@tanstack/react-router';
import { BarRounded } from '@visx/shape';
import { counted } from '../../lib/words/text.ts';
import { idOfBar, type Kind, type Month } from './month.ts';

interface BarLinkProps {
  month: Month;
  kind: Kind;
  target: { x: number; width: number; height: number };
  x: number;
  width: number;
  length: number;
}

/** A bar that opens its tasks. It is a link, so that it works with the keyboard and in another window. */
export function BarLink({ month: { month, label, ...counts }, kind, target, ...bar }: BarLinkProps) {
  return (
    <Link
      id={idOfBar({ month, of: kind })}
      to="/dash/manager"
      search={{ tab: 'members', month, of: kind }}
      resetScroll={false}
      aria-label={`${label}: ${counted(counts[kind])} ${kind}`}
      className="group/bar outline-none"
    >
      <rect
        {...target}
        y={-target.height}
        rx={8}
        className="fill-transparent transition-colors group-hover/bar:fill-hover group-focus-visible/bar:stroke-2 group-focus-visible/bar:stroke-brand-strong group-aria-[current=page]/bar:fill-hover"
      />
      <BarRounded
        top
        x={bar.x}
        y={-bar.length}
        width={bar.width}
        height={bar.length}
        // A short bar has no room for the whole corner.
        radius={Math.min(4, bar.length / 2, bar.width / 2)}
        className={FILLS[kind]}
      />
    </Link>
  );
}

const FILLS: Record<Kind, string> = { complete: 'fill-brand', incomplete: 'fill-slate' };
