import { memo } from 'react';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  size?: 'normal' | 'large';
}

/** A QR code, dark on light in both themes, because not every phone reads an inverted one. */
export const QrCode = memo(function QrCode({ text, label, size: look = 'normal' }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`${SIZES[look]} rounded-control bg-code-ground`}
    >
      <path d={dots.join('')} className="fill-code" />
    </svg>
  );
});

const SIZES = { normal: 'size-32', large: 'size-56' };
