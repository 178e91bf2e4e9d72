/** Whether the bundle is made from the sources as they are now. */
export declare function isBuildFresh(): boolean;

/** The folder of the bundle. */
export declare const buildFolder: string;
