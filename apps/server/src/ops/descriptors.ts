/**
 * How many files and connections the system allows this process: RLIMIT_NOFILE, which Node.js raises to the hard
 * limit at its start. Infinite where the system has no such limit, as on Windows.
 */
export function descriptorLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
