// The stages of a `Tally`, in the order in which a frame passes them.

export const STAGES = ['quietFaces', 'nodePairs', 'boxPairs', 'slabPairs', 'tests', 'exact'] as const;

export type StageName = (typeof STAGES)[number];
