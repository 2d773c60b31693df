/* Answers decisions, each of them once. */

export function answering(send) {
  let last = null;   // the decision that was answered last and not refused
  return {
    sent: (decision) => decision != null && decision === last,
    async send(decision, move) {
      last = decision;
      try { return await send(move); } catch (problem) {
        if (last === decision) last = null;
        throw problem;
      }
    },
  };
}
