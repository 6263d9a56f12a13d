import { Drawing } from '../../../ui/drawings.tsx';

/** No messages: a letter box with its flag down. */
export function EmptyLetterBox() {
  return (
    <Drawing>
      <path d="M34 30h42a14 14 0 0 1 14 14v20H20V44a14 14 0 0 1 14-14z" className="fill-surface" />
      <path d="M34 30a14 14 0 0 1 14 14v20" />
      <path d="M27 46h14" />
      <path d="M55 64v22M62 64v22" />
      <path d="M60 44h20v7h-8v-7" className="fill-brand-wash stroke-brand" />
      <circle cx="60" cy="44" r="1" className="stroke-brand" />
      <path d="M34 86h50" className="stroke-line" />
    </Drawing>
  );
}
