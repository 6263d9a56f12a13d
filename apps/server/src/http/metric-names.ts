/** The metrics that `onus doctor` reads too. */
export const THREAD_USE = 'onus_thread_use_ratio';
export const HIGHEST_THREAD_USE = 'onus_thread_use_highest_ratio';
