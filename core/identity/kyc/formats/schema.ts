/** The formats of files that are taken of documents. */
export const formats = ["jpeg", "png", "heic", "pdf"] as const;
export type Format = (typeof formats)[number];

/** Pictures: what a selfie is. */
export const pictures = ["jpeg", "png", "heic"] as const satisfies readonly Format[];
