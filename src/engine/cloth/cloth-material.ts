// What a cloth is made of, in SI units a metre or square metre of cloth, so that a finer mesh of the same cloth behaves alike.

export interface ClothMaterial {
  /** kg/m². */
  readonly areaDensity: number;
  /** N/m along warp and weft: the tension of a strip a metre wide at twice its length. */
  readonly stretch: number;
  /** N/m against the angle between warp and weft. */
  readonly shear: number;
  /** N·m against curvature; the rest is flat, whatever the shape of the rest positions. */
  readonly bend: number;
  /** s: a rate of strain is resisted as this many times the strain would be. */
  readonly damping: number;
  /** N·s/m³ along the normal of the cloth, against the speed through the air. */
  readonly airDrag: number;
}

export const cotton: ClothMaterial = {
  areaDensity: 0.15,
  stretch: 1000,
  shear: 60,
  bend: 1e-5,
  damping: 0.002,
  airDrag: 0.5,
};

export const silk: ClothMaterial = {
  areaDensity: 0.06,
  stretch: 600,
  shear: 25,
  bend: 2e-6,
  damping: 0.001,
  airDrag: 0.5,
};

export const denim: ClothMaterial = {
  areaDensity: 0.4,
  stretch: 3000,
  shear: 200,
  bend: 8e-5,
  damping: 0.003,
  airDrag: 0.5,
};

/** What is not given is cotton's. Density and stretch must be positive, the rest not negative. */
export function checkMaterial(material: Partial<ClothMaterial>): ClothMaterial {
  const whole = { ...cotton, ...material };
  for (const name of ['areaDensity', 'stretch'] as const) {
    if (whole[name] > 0 && Number.isFinite(whole[name])) continue;
    throw new RangeError(`The material's ${name} must be positive and finite, not ${whole[name]}.`);
  }
  for (const name of ['shear', 'bend', 'damping', 'airDrag'] as const) {
    if (whole[name] >= 0 && Number.isFinite(whole[name])) continue;
    throw new RangeError(`The material's ${name} must be at least 0 and finite, not ${whole[name]}.`);
  }
  return whole;
}
