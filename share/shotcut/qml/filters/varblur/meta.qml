import QtQuick 2.0
import org.shotcut.qml 1.0

Metadata {
    type: Metadata.Filter
    objectName: 'varblur'
    name: 'Blur: Progressive'
    keywords: 'gaussian gradient side varblur #rgba'
    mlt_service: 'frei0r.varblur'
    qml: 'ui.qml'

    keyframes {
        allowAnimateIn: true
        allowAnimateOut: true
        simpleProperties: ['0', '2']
        parameters: [
            Parameter {
                name: 'Radius'
                property: '0'
                isCurve: true
                minimum: 0
                maximum: 0.25
            },
            Parameter {
                name: 'Start offset'
                property: '2'
                isCurve: true
                minimum: 0
                maximum: 0.99
            }
        ]
    }
}
