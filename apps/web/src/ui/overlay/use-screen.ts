import { useEffect, useLayoutEffect } from 'react';

/** While a dialog is open, the page below it does not scroll, and CSS variables tell what the screen shows. */
export function useScreen(open: boolean): void {
  useScrollLock(open);
  useVisibleHeight(open);
}

/** How many dialogs are open. */
let locks = 0;

/** styles.css locks. The page keeps the width of the scrollbar, without which it would jump to the right. */
function useScrollLock(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const root = document.documentElement;
    if (locks === 0) root.style.setProperty('--scroll-gap', `${innerWidth - root.clientWidth}px`);
    locks += 1;
    root.toggleAttribute('data-locked', true);
    return () => {
      locks -= 1;
      root.toggleAttribute('data-locked', locks > 0);
    };
  }, [open]);
}

/**
 * The height above the keyboard. iOS shows its keyboard over the page without resizing it, and a dialog's buttons must
 * not disappear behind it.
 */
function useVisibleHeight(open: boolean): void {
  useEffect(() => {
    const viewport = visualViewport;
    if (!open || !viewport) return;
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
  }, [open]);
}
