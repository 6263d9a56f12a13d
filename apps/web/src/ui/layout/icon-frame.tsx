import { createElement, type SVGProps } from 'react';

/** Draws the icons of Lucide, in place of its own `createLucideIcon` (vite.config.ts). */
// biome-ignore lint/style/noDefaultExport: Lucide's icons import it as this.
export default function createIcon({ node }: { node: [tag: string, attributes: object][] }) {
  return (props: SVGProps<SVGSVGElement>) => (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // An icon stays inside its frame. A clip of its own would cost time at each paint.
      overflow="visible"
      {...props}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
