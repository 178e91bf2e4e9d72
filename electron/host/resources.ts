/** The folder `resources` of the application: beside the sources, and beside the bundle that is made of them. */
export const resourcesFolder = new URL('../../resources/', import.meta.url);
