import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

/** Containers of files: none of them names other files or addresses, as playlists do. */
const formats = [MP4, QTFF, MATROSKA, WEBM]

/** A file to be read in a process of its own. */
export const openVideo = (file: string): Input => new Input({ source: new FilePathSource(file), formats })
