/** Line icons of the interface, drawn on a grid of 24. */

const shapes = {
    home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5',
    search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12l5 5',
    page: 'M7 3h7l5 5v13H7zM14 3v5h5',
    pages: 'M5 4h9l5 5v11H5zM9 13h6M9 16.5h6',
    change: 'M7 6v12M7 4.5a1.8 1.8 0 1 0 0 .01M7 19.5a1.8 1.8 0 1 0 0 .01M17 19.5a1.8 1.8 0 1 0 0 .01M17 17v-6a4 4 0 0 0-4-4h-2l2.5-2.5M11 7l2.5 2.5',
    history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
    comment: 'M4 5h16v11H11l-4.5 4v-4H4z',
    settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
    chevron: 'M9 5l7 7-7 7',
    plus: 'M12 5v14M5 12h14',
    more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
    edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
    trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
    move: 'M12 4v16M4 12h16M12 4l-2.5 2.5M12 4l2.5 2.5M12 20l-2.5-2.5M12 20l2.5-2.5',
    link: 'M10 14l4-4M8.5 11.5l-2 2a3.5 3.5 0 0 0 5 5l2-2M15.5 12.5l2-2a3.5 3.5 0 0 0-5-5l-2 2',
    sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M5.6 18.4l1-1M17.4 6.6l1-1',
    moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
    check: 'M5 12.5l4.5 4.5L19 7.5',
    close: 'M6 6l12 12M18 6L6 18',
    info: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11v5M12 8h.01',
    warn: 'M12 4l9 16H3zM12 10v4.5M12 17.3h.01',
    people: 'M9 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 9 5zM3 19.5c.4-3.4 2.7-5.3 6-5.3s5.6 1.9 6 5.3M16 5.4a3 3 0 0 1 0 5.8M17.5 14.5c2 .7 3.2 2.4 3.5 5',
    globe: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c2.5 2.4 3.7 5 3.7 8s-1.2 5.6-3.7 8c-2.5-2.4-3.7-5-3.7-8S9.5 6.4 12 4z',
    menu: 'M4 7h16M4 12h16M4 17h16',
    keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8',
    undo: 'M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3',
    folder: 'M3 6h6l2 2h10v11H3z',
    out: 'M14 5h5v5M19 5l-8 8M17 13v6H5V7h6',
    picture: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M9 9h.01',
    bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
    grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
            <path d={shapes[name]} />
        </svg>
    );
}

/** The sign of the product: gathered leaves. */
export function Mark() {
    return (
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" strokeLinecap="round">
            <path d="M12 6.5C9.5 4.6 6.8 4 3.5 4.2v13.6c3.3-.2 6 .4 8.5 2.2 2.5-1.8 5.2-2.4 8.5-2.2V4.2C17.2 4 14.5 4.6 12 6.5zM12 6.5V20" />
        </svg>
    );
}
