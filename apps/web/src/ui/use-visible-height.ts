import { useEffect } from 'react';

/**
 * Tells the stylesheet how much of the screen the keyboard leaves. iOS lays its keyboard over the
 * page without resizing it, and a dialog's buttons must not disappear behind it.
 */
export function useVisibleHeight(active: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!active || !viewport) return;
    const { style } = document.documentElement;
    const measure = () => {
      // Zoomed in by the reader: leave the layout alone.
      if (viewport.scale !== 1) return;
      style.setProperty('--visible-height', `${viewport.height}px`);
      style.setProperty('--visible-top', `${viewport.offsetTop}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      style.removeProperty('--visible-height');
      style.removeProperty('--visible-top');
    };
  }, [active]);
}
