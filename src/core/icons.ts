/** What a tool is about. Each has a drawing at `/icons/{name}.svg`, for clients that show tools with pictures (D40). */
export const ICONS = ['fabric', 'guide', 'project', 'block'] as const
export type Icon = (typeof ICONS)[number]

export const iconPath = (icon: Icon): string => `/icons/${icon}.svg`
