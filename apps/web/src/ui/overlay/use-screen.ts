import { useEffect, useLayoutEffect } from 'react';

/** Sets CSS variables for the screen while a dialog is open. */
export function useScreen(open: boolean): void {
  useScrollGap(open);
  useVisibleHeight(open);
}

/** The width of the scrollbar that the scroll lock removes. Without it the page would jump to the right. */
function useScrollGap(open: boolean): void {
  // The scroll lock starts one pass later with the dialog's portal, so the scrollbar is still there.
  useLayoutEffect(() => {
    if (!open) return;
    const root = document.documentElement;
    root.style.setProperty('--scroll-gap', `${window.innerWidth - root.clientWidth}px`);
  }, [open]);
}

/**
 * The height above the keyboard. iOS shows its keyboard over the page without resizing it, and a dialog's buttons must
 * not disappear behind it.
 */
function useVisibleHeight(open: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
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
