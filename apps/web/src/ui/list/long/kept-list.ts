import { settleRows } from './settled-rows.ts';

/** The smallest part of the window for a list that ends with it. One that begins further down scrolls with the page. */
const LEAST = 0.4;

/** What a list does beside showing its rows. @returns a function that ends it. */
export function keepList(list: HTMLElement): () => void {
  const stops = [keepHeight(list), settleRows(list)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Makes a scrolling list end where the window does, or the bar of a phone begins, and after a whole row. What is above the
 * list may change its height.
 * @returns a function that ends it.
 */
function keepHeight(list: HTMLElement): () => void {
  const main = list.closest('main');
  function fit(): void {
    const below = document.querySelector('nav')?.getBoundingClientRect().top ?? 0;
    const end = below > innerHeight / 2 ? below : innerHeight;
    const room = end - list.getBoundingClientRect().top - scrollY;
    const fits = room >= innerHeight * LEAST;
    // The page around the list ends with it, too.
    main?.toggleAttribute('data-fits', fits);
    list.style.setProperty('--room', fits ? `${wholeRows(list, room)}px` : '100dvh');
  }

  const watch = new ResizeObserver(fit);
  if (main) watch.observe(main);
  addEventListener('resize', fit);
  return () => {
    watch.disconnect();
    main?.removeAttribute('data-fits');
    removeEventListener('resize', fit);
  };
}

/** In CSS pixels. A higher row is cut off, because the place below the last whole one would be empty. */
const HIGHEST = 100;

/** The room up to the end of the last row that it holds at the top of the list, or all of it for a list that it holds. */
function wholeRows(list: HTMLElement, room: number): number {
  const top = list.getBoundingClientRect().top - list.scrollTop;
  const ends = [...list.querySelectorAll('li')].map(row => row.getBoundingClientRect().bottom - top);
  const isWhole = list.scrollHeight <= room;
  return (!isWhole && ends.findLast(end => end <= room && end > room - HIGHEST)) || room;
}
