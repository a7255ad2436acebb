// The stages of a `Tally`, in the order in which a step passes them.

/** The keys of a tally that count what a stage kept. */
export const STAGES = ['quietFaces', 'nodePairs', 'boxPairs', 'slabPairs', 'tests', 'exact'] as const;

/** The name of a stage. */
export type StageName = (typeof STAGES)[number];
