// The material of a cloth, in SI units per metre or square metre of cloth, so that a finer mesh of
// the same cloth behaves alike.

/** Density, stiffnesses and damping of a cloth. */
export interface ClothMaterial {
  /** Mass per area in kg/m². */
  readonly areaDensity: number;
  /**
   * Stiffness along warp and weft in N/m: the tension of a strip a metre wide at twice its length.
   */
  readonly stretch: number;
  /** Stiffness against a change of the angle between warp and weft, in N/m. */
  readonly shear: number;
  /**
   * Stiffness against curvature in N·m. The cloth is flat at rest, whatever the shape of its rest
   * positions.
   */
  readonly bend: number;
  /** Seconds: a rate of strain is resisted like this many times the strain. */
  readonly damping: number;
  /** Air drag along the normal of the cloth, in N·s/m³. */
  readonly airDrag: number;
}

/** A plain cotton weave. */
export const cotton: ClothMaterial = {
  areaDensity: 0.15,
  stretch: 1000,
  shear: 60,
  bend: 1e-5,
  damping: 0.002,
  airDrag: 0.5,
};

/** Light and limp. */
export const silk: ClothMaterial = {
  areaDensity: 0.06,
  stretch: 600,
  shear: 25,
  bend: 2e-6,
  damping: 0.001,
  airDrag: 0.5,
};

/** Heavy and stiff. */
export const denim: ClothMaterial = {
  areaDensity: 0.4,
  stretch: 3000,
  shear: 200,
  bend: 8e-5,
  damping: 0.003,
  airDrag: 0.5,
};

/**
 * Completes a material from cotton. Throws a RangeError unless density and stretch are positive and
 * the rest is not negative.
 */
export function checkMaterial(material: Partial<ClothMaterial>): ClothMaterial {
  const complete = { ...cotton, ...material };
  for (const name of ['areaDensity', 'stretch'] as const) {
    if (complete[name] > 0 && Number.isFinite(complete[name])) continue;
    throw new RangeError(`The material's ${name} must be positive and finite, not ${complete[name]}.`);
  }
  for (const name of ['shear', 'bend', 'damping', 'airDrag'] as const) {
    if (complete[name] >= 0 && Number.isFinite(complete[name])) continue;
    throw new RangeError(`The material's ${name} must be at least 0 and finite, not ${complete[name]}.`);
  }
  return complete;
}
