import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';

/**
 * The inputs of the calls of a procedure that are under way, oldest first. Laid over what the server last
 * answered they show a change at once, and a refusal takes only its own change away again: there is nothing
 * to roll back.
 */
export function usePending<Input>(procedure: Parameters<typeof getMutationKey>[0]): Input[] {
  return useMutationState({
    filters: { mutationKey: getMutationKey(procedure), status: 'pending' },
    select: mutation => mutation.state.variables as Input,
  });
}
